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

/** The line of options that answers make. */
export function lineOf(groups: FieldGroupCard[], answers: Answers): string {
  const parts = groups
    .filter((group) => isAsked(group, answers) && group.fields.every(({ name }) => answers[name]))
    .map(({ pattern, fields }) =>
      fields.reduce((part, { name }) => part.replaceAll(`{${name}}`, answers[name] ?? ""), pattern),
    );
  return parts.join(" ");
}
