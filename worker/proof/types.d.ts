/** Node's URL has disposable iterators, that of the worker runtime has not: with this, one is accepted in place of the other. */
interface IterableIterator<T, TReturn, TNext> {
  [Symbol.dispose](): void
}

declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Vite's, for data files that tests inside workerd read. */
  glob(
    pattern: string,
    options: { readonly eager: true; readonly import: 'default'; readonly query: '?raw' },
  ): Record<string, string>
}
