// The options of a game as answers to its fields, and as the line that they make.

import type { AnswersCard, FieldGroupCard } from "../protocol/messages";

/** What was answered to each field, by its name; an empty answer leaves the game's default. */
export type Answers = Readonly<Record<string, string>>;

/** What holds until somebody chooses. */
export function usualAnswer(answers: AnswersCard): string {
  if (answers === "switch") return "";
  return "number" in answers ? String(answers.number.usual) : (answers.choice[0]?.[0] ?? "");
}

/** The answers that hold until somebody chooses. */
export function usualAnswers(groups: FieldGroupCard[]): Answers {
  const fields = groups.flatMap(({ fields }) => fields);
  return Object.fromEntries(fields.map(({ name, answers }) => [name, usualAnswer(answers)]));
}

/** Whether a group counts: the answer that it depends on was given. */
export function isAsked({ only_if }: FieldGroupCard, answers: Answers): boolean {
  return only_if === undefined || answers[only_if[0]] === only_if[1];
}

/** The answers that a line of options gives, which may be written by hand. What the line leaves out is as usual; but
 * where it says something that no field can, fields that it does not name stay as they were before. */
export function answersIn(groups: FieldGroupCard[], line: string, before: Answers): Answers {
  const words = line.split(/\s+/).filter(Boolean);
  const readers = groups.map(readerOf);
  const isClear = words.every((word) => readers.some((read) => read(word)));
  const read = readers.map((reader) => words.map(reader).find((answers) => answers !== null) ?? {});
  return Object.assign({}, isClear ? usualAnswers(groups) : before, ...read);
}

/** What reads one word of a line as the answers of a group, or as none. */
function readerOf({ pattern, fields }: FieldGroupCard): (word: string) => Answers | null {
  const form = pattern
    .split(/(\{\w+\})/)
    .map((part) => {
      const field = fields.find(({ name }) => part === `{${name}}`);
      if (!field) return escaped(part);
      const { answers } = field;
      if (answers === "switch") return escaped(part);
      return "number" in answers ? "(\\d+)" : `(${answers.choice.map(([word]) => escaped(word)).join("|")})`;
    })
    .join("");
  const asked = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return (word) => {
    const [whole, ...found] = new RegExp(`^${form}$`).exec(word) ?? [];
    if (whole === undefined) return null;
    if (!asked.length) return Object.fromEntries(fields.map(({ name }) => [name, "yes"]));
    const answers = Object.fromEntries(asked.map((name, idx) => [name, found[idx] ?? ""]));
    // A field that is written several times has one answer only.
    return asked.every((name, idx) => answers[name] === found[idx]) ? answers : null;
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The line of options that answers make. */
export function lineOf(groups: FieldGroupCard[], answers: Answers): string {
  const parts = groups
    .filter((group) => isAsked(group, answers) && group.fields.every(({ name }) => answers[name]))
    .map(({ pattern, fields }) =>
      fields.reduce((part, { name }) => part.replaceAll(`{${name}}`, answers[name] ?? ""), pattern),
    );
  return parts.join(" ");
}
