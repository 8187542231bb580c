import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import NumberField from "./NumberField.svelte";

/** A field for 3 to 30 that shows 20, what it told last, and its parts. */
function shown(
  props: Partial<{ value: number | null; step: number; disabled: boolean; placeholder: string }> = {},
) {
  const told: (number | null)[] = [];
  render(NumberField, {
    label: "Width",
    value: 20,
    min: 3,
    max: 30,
    onchange: (value: number | null) => told.push(value),
    ...props,
  });
  const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Width" });
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  return { told, field, less: button("Width: less"), more: button("Width: more") };
}

describe("a number field", () => {
  it("is stepped by its buttons as far as its bounds", async () => {
    const { told, less, more } = shown({ value: 29 });
    await fireEvent.click(more);
    expect(told).toEqual([30]);
    expect(more.disabled).toBe(true);
    await fireEvent.click(less);
    await fireEvent.click(less);
    expect(told).toEqual([30, 29, 28]);
  });

  it("is stepped by the arrow keys, and by ten with page up and down", async () => {
    const { told, field } = shown();
    await fireEvent.keyDown(field, { key: "ArrowUp" });
    await fireEvent.keyDown(field, { key: "ArrowDown" });
    await fireEvent.keyDown(field, { key: "PageDown" });
    await fireEvent.keyDown(field, { key: "PageDown" });
    expect(told).toEqual([21, 20, 10, 3]);
  });

  it("is turned by the wheel while one is in it, and not by scrolling past", async () => {
    const { told, field } = shown();
    await fireEvent.wheel(field, { deltaY: 100 });
    expect(told).toEqual([]);
    field.focus();
    const isPassedOn = await fireEvent.wheel(field, { deltaY: 100 });
    await fireEvent.wheel(field, { deltaY: -100 });
    expect(told).toEqual([19, 20]);
    expect(isPassedOn, "the page does not scroll along").toBe(false);
  });

  it("has its least number by a right click anywhere on it", async () => {
    const { told, field } = shown();
    const isPassedOn = await fireEvent.contextMenu(field);
    expect(told).toEqual([3]);
    expect(isPassedOn, "no menu opens").toBe(false);
  });

  it("says its bounds, and marks a number beyond them and a missing one", async () => {
    const { told, field } = shown();
    expect(screen.getByText("3 to 30").id).toBe(field.getAttribute("aria-describedby"));
    await fireEvent.input(field, { target: { value: "31" } });
    expect([told.at(-1), field.getAttribute("aria-invalid")]).toEqual([31, "true"]);
    await fireEvent.input(field, { target: { value: "" } });
    expect([told.at(-1), field.getAttribute("aria-invalid")]).toEqual([null, "true"]);
    await fireEvent.input(field, { target: { value: "30" } });
    expect([told.at(-1), field.getAttribute("aria-invalid")]).toEqual([30, null]);
  });

  it("may stay empty where something holds without it", async () => {
    const { told, field, more } = shown({ value: null, placeholder: "4", step: 0.5 });
    expect(field.getAttribute("aria-invalid")).toBeNull();
    await fireEvent.click(more);
    expect(told).toEqual([4.5]);
  });

  it("does nothing while it is greyed out", async () => {
    const { told, field, less, more } = shown({ disabled: true });
    expect([field.disabled, less.disabled, more.disabled]).toEqual([true, true, true]);
    await fireEvent.contextMenu(field);
    await fireEvent.wheel(field, { deltaY: 100 });
    expect(told).toEqual([]);
  });
});
