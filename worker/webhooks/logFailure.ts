/** Logs only the name of an error of an endpoint's object: messages may contain personal data. */
export const logFailure = (what: string, thrown: unknown): void =>
  console.error(JSON.stringify({ webhook: what, exception: thrown instanceof Error ? thrown.name : null }))
