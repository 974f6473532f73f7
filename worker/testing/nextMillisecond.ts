/** Waits for the next millisecond. Rows of the same millisecond are sorted by random ids. */
export const nextMillisecond = async (): Promise<void> => {
  const now = Date.now()
  while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1))
}
