// The servers of original programs that were used last, in this browser; never a password.

const KEY = "brettwerk.servers";
const MAX_KEPT = 10;

/** The protocols of original programs. */
export const PROTOCOLS = ["welfenlab", "freebloks", "praktikum"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A server, and who one is there. */
export type Known = {
  protocol: Protocol;
  host: string;
  /** Empty for the usual one. */
  port: string;
  /** Empty where the protocol has none. */
  name: string;
};

/** The ports of the protocols unless something else is said. */
export const USUAL_PORTS: Record<Protocol, number> = { welfenlab: 30167, freebloks: 59995, praktikum: 31000 };

/** The address as the server reads it. */
export function addressOf({ protocol, host, port, name }: Known): string {
  const place = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const user = protocol === "praktikum" || !name ? "" : `${name}@`;
  return `${protocol}://${user}${place}${port ? `:${port}` : ""}`;
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function isKnown(value: unknown): value is Known {
  const known = value as Partial<Known> | null;
  return (
    typeof known === "object" &&
    known !== null &&
    PROTOCOLS.some((protocol) => protocol === known.protocol) &&
    [known.host, known.port, known.name].every((field) => typeof field === "string")
  );
}

/** The servers that were used last, the newest first; whatever else somebody has put there is left out. */
export function knownServers(): Known[] {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isKnown).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

const others = (known: Known) => knownServers().filter((other) => addressOf(other) !== addressOf(known));

/** Puts a server in the first place. */
export function remember({ protocol, host, port, name }: Known): void {
  // Only these fields: whoever hands over more, such as a password, does not leave it here.
  const known = { protocol, host, port, name };
  storage()?.setItem(KEY, JSON.stringify([known, ...others(known)].slice(0, MAX_KEPT)));
}

/** Remembers a server no longer. */
export function forget(known: Known): void {
  storage()?.setItem(KEY, JSON.stringify(others(known)));
}
