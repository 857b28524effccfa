// Elements, and numbers as people read them.

/**
 * An element with attributes, listeners ("onclick": function) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function find(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/** @param {HTMLElement} element @param {(Node | string | null | undefined)[]} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** The 2-D context of a canvas, with its pixels scaled to CSS pixels. @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no 2-D canvas");
  return context;
}

/** A CSS color of the theme, "--accent". @param {string} name */
export function themeColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Nine significant digits tell any two floats apart; JSON has null for what is not finite. @param {number | null} value @param {string} [name] */
export function number(value, name) {
  if (value === null || value === undefined) return name ?? "nan";
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(9)));
}

/** A float by the fewest digits that read back as the same one. @param {number | null} value @param {string} [name] */
export function float(value, name) {
  if (value === null || value === undefined) return name ?? "nan";
  if (value !== Math.fround(value)) return number(value);
  for (let digits = 1; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return number(value);
}

/** Three significant digits with a sign. @param {number | null} value */
export function signed(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "0";
  return (value > 0 ? "+" : "−") + String(Number(Math.abs(value).toPrecision(3)));
}

/** Calls the function once, in the next frame, however often it is asked to. @param {() => void} work */
export function nextFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}
