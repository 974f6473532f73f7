/** Maximum number of reported members of a kind, so that a response does not grow beyond its request. */
export const maxReported = 20

/** Distinct paths, at most 20; further ones are replaced by `...` at the end. */
export const firstPaths = (paths: readonly string[]): string[] => {
  const distinct = [...new Set(paths)]
  return distinct.length > maxReported ? [...distinct.slice(0, maxReported), '...'] : distinct
}
