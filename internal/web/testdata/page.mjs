// A page that has every element and does nothing, for scripts that run without a browser.
export const nothing = new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? () => [].values() : nothing),
  apply: () => nothing,
  construct: () => nothing,
});
Object.assign(globalThis, { document: nothing, location: nothing, ResizeObserver: nothing, addEventListener() {} });

// script imports a script of the pages.
export const script = (file) => import(`${process.argv[2]}/${file}`);
