// What the browser keeps between visits; some keep nothing for files.

export const kept = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`texelscope.${name}`);
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      localStorage.setItem(`texelscope.${name}`, value);
    } catch {
      // The next visit begins with the default.
    }
  },
};
