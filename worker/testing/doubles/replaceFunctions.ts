/** A store with some of its functions replaced. A store's functions are not its own members, so a spread would leave them out. */
export const replaceFunctions = <S extends object>(store: S, functions: Partial<S>): S =>
  Object.create(store, Object.getOwnPropertyDescriptors(functions)) as S
