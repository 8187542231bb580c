// How large fingers are.

/** Whatever is narrower than this, in pixels of the screen, is hidden by the finger that points at it. */
export const FINGER = 44;
