// The levels of computer players as opponents: what they are called, and how they play.

import type { Entry } from "../i18n/text";

export type Level = { name: Entry; about: Entry };

/** From the weakest to the strongest. */
export const LEVELS: readonly Level[] = [
  {
    name: { en: "Newcomer", de: "Neuling" },
    about: { en: "Has just learned the rules.", de: "Hat die Regeln gerade erst gelernt." },
  },
  {
    name: { en: "Beginner", de: "Anfänger" },
    about: { en: "Sees easy wins and misses the rest.", de: "Sieht leichte Gewinne und übersieht den Rest." },
  },
  {
    name: { en: "Casual player", de: "Gelegenheitsspieler" },
    about: { en: "Plays sensibly but slips often.", de: "Spielt vernünftig, patzt aber oft." },
  },
  {
    name: { en: "Hobbyist", de: "Hobbyspieler" },
    about: { en: "Has a plan, and now and then loses it.", de: "Hat einen Plan und verliert ihn manchmal." },
  },
  {
    name: { en: "Regular", de: "Stammspieler" },
    about: { en: "Punishes careless moves.", de: "Bestraft leichtsinnige Züge." },
  },
  {
    name: { en: "Club player", de: "Vereinsspieler" },
    about: { en: "Looks ahead and rarely blunders.", de: "Denkt voraus und patzt selten." },
  },
  {
    name: { en: "Expert", de: "Experte" },
    about: { en: "You need a good day to win.", de: "Zum Gewinnen brauchst du einen guten Tag." },
  },
  {
    name: { en: "Master", de: "Meister" },
    about: { en: "Small mistakes are enough to lose.", de: "Kleine Fehler reichen zum Verlieren." },
  },
  {
    name: { en: "Grandmaster", de: "Großmeister" },
    about: { en: "Nearly as strong as it gets.", de: "Fast so stark, wie es geht." },
  },
  {
    name: { en: "Full strength", de: "Volle Stärke" },
    about: { en: "The best it can do in its time.", de: "Das Beste, was in der Zeit geht." },
  },
];

/** What an opponent of a level is. */
export const levelOf = (level: number): Level | undefined => LEVELS[level - 1];
