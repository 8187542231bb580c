// What a line of chat says, in the language of the page.

import type { Entry, Translate } from "../i18n/text";
import type { ChatLine } from "../protocol/messages";
import { panel } from "./texts";

/** What the server says by itself, it says in English. */
const TOLD: Record<string, Entry> = {
  "is connected": panel.connected,
  "has lost the connection": panel.disconnected,
  "the server stops for a moment; games go on where they were": panel.stopping,
};

export function said(t: Translate, line: ChatLine): string {
  const told = line.kind === "connection" || line.kind === "server" ? TOLD[line.text] : undefined;
  return told ? t(told) : line.text;
}
