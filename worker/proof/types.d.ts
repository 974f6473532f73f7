/** Node's URL has disposable iterators, that of the worker runtime has not: with this, one is accepted in place of the other. */
interface IterableIterator<T, TReturn, TNext> {
  [Symbol.dispose](): void
}

declare module '*?raw' {
  const text: string
  export default text
}
