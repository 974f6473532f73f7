/** Logs an error of an endpoint's object by its name alone: messages may hold personal data. */
export const logFailure = (what: string, thrown: unknown): void =>
  console.error(JSON.stringify({ webhook: what, exception: thrown instanceof Error ? thrown.name : null }))
