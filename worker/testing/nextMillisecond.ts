/** Waits until the clock shows another millisecond: of rows of one millisecond, random ids decide which comes first. */
export const nextMillisecond = async (): Promise<void> => {
  const now = Date.now()
  while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1))
}
