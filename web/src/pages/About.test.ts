import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import About from "./About.svelte";

describe("the page about the program", () => {
  it("tells its version and has all licenses in full", () => {
    render(About);
    expect(screen.getByText(/^Version \d+\.\d+\.\d+$/)).toBeTruthy();
    expect(
      screen.getByText(
        /Permission is hereby granted, free of charge, to any person obtaining a copy\s+of this software/,
      ),
    ).toBeTruthy();
    expect(screen.getByText(/TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION/)).toBeTruthy();
    expect(screen.getByText(/SIL Open Font License, Version 1\.1\./)).toBeTruthy();
  });
});
