// The server's texts are parts of sentences; people are addressed in whole ones.

/** The server writes in lower case and without a full stop; people are addressed in whole sentences. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return capital(ended);
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
