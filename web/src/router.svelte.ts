// Every page has an address that can be shared.

/** The pages, with what their addresses say. */
export type Route =
  | { page: "home" }
  | { page: "lobby" }
  | { page: "new"; game: string | null }
  | { page: "table"; id: string }
  | { page: "invite"; invite: string }
  | { page: "watch" }
  | { page: "leaderboard" }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "profile"; id: string | null }
  | { page: "replay"; table: string | null }
  | { page: "settings" }
  | { page: "about" }
  | { page: "help" }
  | { page: "elsewhere" }
  | { page: "workshop" }
  | { page: "tree"; start: { game: string; options: string; position: string } | null }
  | { page: "analysis"; start: AnalysisStart | null }
  | { page: "puzzles"; game: string | null; id: string | null }
  | { page: "learn"; game: string }
  | { page: "goodbye" }
  | { page: "missing" };

/** What the analysis board begins with: the game of a table, or a position. */
export type AnalysisStart = { table: string } | { game: string; options: string; position: string };

/** The page at an address. */
export function routeOf(path: string): Route {
  const [first = "", second = null, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === "tree") return treeOf(second, rest);
  if (first === "analysis") return analysisOf(second, rest);
  if (first === "puzzles") {
    const [id = null, ...more] = rest;
    return more.length ? { page: "missing" } : { page: "puzzles", game: second, id };
  }
  if (rest.length) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "home" };
    case "lobby":
    case "watch":
    case "leaderboard":
    case "tournaments":
    case "settings":
    case "about":
    case "help":
    case "elsewhere":
    case "workshop":
    case "goodbye":
      return second === null ? { page: first } : { page: "missing" };
    case "learn":
      return second === null ? { page: "missing" } : { page: "learn", game: second };
    case "new":
      return { page: "new", game: second };
    case "table":
      return second === null ? { page: "missing" } : { page: "table", id: second };
    case "tournament":
      return second === null ? { page: "missing" } : { page: "tournament", id: second };
    case "invite":
      return second === null ? { page: "missing" } : { page: "invite", invite: second };
    case "profile":
      return { page: "profile", id: second };
    case "replay":
      return { page: "replay", table: second };
    default:
      return { page: "missing" };
  }
}

/** The page of search trees, from a position of a game or with an example. */
function treeOf(game: string | null, [options, position, ...rest]: string[]): Route {
  if (rest.length || (game !== null && position === undefined)) return { page: "missing" };
  return {
    page: "tree",
    start: game === null ? null : { game, options: options ?? "", position: position ?? "" },
  };
}

/** The address of the search tree of a position. */
export const treePath = (...parts: [game: string, options: string, position: string]): string =>
  `/tree/${parts.map(encodeURIComponent).join("/")}`;

/** The analysis board: empty, with the game of a table, or with a position of a game. */
function analysisOf(game: string | null, [options, position, ...rest]: string[]): Route {
  if (game === null) return { page: "analysis", start: null };
  if (game === "table" && options !== undefined && position === undefined) {
    return { page: "analysis", start: { table: options } };
  }
  if (options === undefined || position === undefined || rest.length) return { page: "missing" };
  return { page: "analysis", start: { game, options, position } };
}

/** The address of the analysis board with a position. */
export const analysisPath = (...parts: [game: string, options: string, position: string]): string =>
  `/analysis/${parts.map(encodeURIComponent).join("/")}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What keeps one at a page until one has been asked. */
export type Hold = {
  /** Whether going to a page is worth a question. */
  asks: (to: Route) => boolean;
  /** Ends what would go on without one. */
  giveUp: () => Promise<unknown>;
};

class Router {
  path = $state(location.pathname);
  route = $derived(routeOf(this.path));
  /** Where one wants to go, as long as it is not sure. */
  wanted = $state<string | null>(null);
  /** What keeps one here. */
  hold: Hold | null = null;

  /** Goes to a page, or asks first where something keeps one. */
  go(path: string): void {
    if (this.hold?.asks(routeOf(path))) this.wanted = path;
    else this.leave(path);
  }

  /** Goes to a page whatever keeps one. */
  leave(path: string): void {
    this.wanted = null;
    if (path !== location.pathname) history.pushState(null, "", path);
    this.path = path;
    window.scrollTo(0, 0);
  }

  /** Follows the browser's buttons, and links to pages of ours without loading them anew. */
  start(): void {
    window.addEventListener("popstate", () => {
      const to = location.pathname;
      if (to !== this.path && this.hold?.asks(routeOf(to))) {
        // The browser has gone already; it comes back until one is sure.
        history.pushState(null, "", this.path);
        this.wanted = to;
      } else this.path = to;
    });
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
        return;
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/") || isWithin(link)) return;
      event.preventDefault();
      this.go(link.pathname);
    });
  }
}

/** Whether a link leads to a place on the page that is seen; browsers know the way, and take the focus along. */
function isWithin({ hash, pathname, search }: HTMLAnchorElement): boolean {
  return hash !== "" && pathname === location.pathname && search === location.search;
}

/** Where one is. */
export const router = new Router();
