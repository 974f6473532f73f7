/** A store with some functions replaced. Functions of a store are on its prototype, so a spread would omit them. */
export const replaceFunctions = <S extends object>(store: S, functions: Partial<S>): S =>
  Object.create(store, Object.getOwnPropertyDescriptors(functions)) as S
