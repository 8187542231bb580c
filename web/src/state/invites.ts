// The invitations by which one came to tables, so that the address of a table is enough later.

const KEY = "brettwerk.invites";
const MAX_KEPT = 50;

function all(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Keeps the invitation to a table. */
export function rememberInvite(table: string, invite: string): void {
  const others = all().filter(([id]) => id !== table);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([[table, invite], ...others].slice(0, MAX_KEPT)));
  } catch {
    // Without storage the link has to be followed again.
  }
}

/** The invitation by which one came to a table. */
export function inviteTo(table: string): string | undefined {
  return all().find(([id]) => id === table)?.[1];
}
