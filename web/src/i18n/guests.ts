// What guests are called. The server makes an English name of an adjective, an animal and a number; a German page says
// the same in German.

import type { Person } from "../protocol/messages";
import { language } from "./language.svelte";
import type { Language } from "./text";

/** What the adjective becomes in front of the animal: one word, which no sentence has to inflect. */
const FIRST: Record<string, string> = {
  Amber: "Bernstein",
  Ashen: "Aschen",
  Azure: "Azur",
  Bold: "Helden",
  Brisk: "Wirbel",
  Calm: "Mond",
  Clever: "Schlau",
  Copper: "Kupfer",
  Coral: "Korallen",
  Daring: "Abenteuer",
  Dusky: "Dämmer",
  Eager: "Feuer",
  Fabled: "Märchen",
  Gentle: "Seiden",
  Gilded: "Gold",
  Hasty: "Eil",
  Hidden: "Schatten",
  Ivory: "Elfenbein",
  Jolly: "Jubel",
  Keen: "Spür",
  Lucky: "Glücks",
  Merry: "Sing",
  Mellow: "Honig",
  Nimble: "Flitz",
  Patient: "Winter",
  Quiet: "Flüster",
  Rapid: "Blitz",
  Silver: "Silber",
  Steady: "Felsen",
  Sunny: "Sonnen",
  Velvet: "Samt",
  Wary: "Wach",
};

const ANIMALS: Record<string, string> = {
  Badger: "dachs",
  Beaver: "biber",
  Bison: "bison",
  Crane: "kranich",
  Curlew: "schnepfe",
  Dormouse: "schläfer",
  Egret: "ibis",
  Falcon: "falke",
  Ferret: "frettchen",
  Finch: "fink",
  Gecko: "gecko",
  Heron: "reiher",
  Ibex: "steinbock",
  Jackdaw: "dohle",
  Kestrel: "sperber",
  Lark: "lerche",
  Lynx: "luchs",
  Marten: "marder",
  Newt: "molch",
  Otter: "otter",
  Owl: "eule",
  Plover: "kiebitz",
  Quail: "wachtel",
  Raven: "rabe",
  Robin: "amsel",
  Salmon: "lachs",
  Stoat: "hermelin",
  Swift: "segler",
  Tern: "möwe",
  Viper: "viper",
  Vole: "maus",
  Wren: "zaunkönig",
};

/** The name of a guest in a language; any other name stays what it is. */
export function guestName(language: Language, name: string): string {
  if (language === "en") return name;
  const [, adjective = "", animal = "", number] = /^(\w+) (\w+) (\d{3})$/.exec(name) ?? [];
  const isKnown = Object.hasOwn(FIRST, adjective) && Object.hasOwn(ANIMALS, animal);
  return isKnown ? `${FIRST[adjective]}${ANIMALS[animal]} ${number}` : name;
}

/** The name of a person, in the language of the page. */
export const called = ({ guest, name }: Pick<Person, "guest" | "name">): string =>
  guest ? guestName(language(), name) : name;
