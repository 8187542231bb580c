// What a player wants at the page to which they go next.

export const wishes = {
  /** The table whose game is to be analyzed as soon as it is there. */
  analysis: null as string | null,
};
