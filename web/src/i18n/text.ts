// A text in both languages stands in one place, so that neither can be forgotten.

/** The languages of the page. */
export type Language = "en" | "de";

/** A sentence that depends on a number: `{count}` stands for it. */
export type Plural = { one: string; other: string };

/** A text in every language; `{name}` is replaced by a value. The server's texts have this form as well. */
export type Entry = { en: string; de: string } | { en: Plural; de: Plural };

/** What stands for the names in braces. `count` also chooses between one and many. */
export type Values = Record<string, string | number>;

/** Says a text in the language of the page. */
export type Translate = (entry: Entry, values?: Values) => string;

/** Says a text in a language. Numbers are written as the language writes them. */
export function say(language: Language, entry: Entry, values: Values = {}): string {
  const form = entry[language];
  const sentence = typeof form === "string" ? form : form[plural(language, Number(values.count ?? 0))];
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(language) : isolated(value);
  });
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** A value as it stands in a sentence: a name that is written from right to left leaves the rest in its order. */
function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

function plural(language: Language, count: number): keyof Plural {
  return new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
}
