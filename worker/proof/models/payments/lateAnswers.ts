/** What is on its way from the acquirer and comes when the test says so: answers after their effect, requests before it. */
export const lateAnswers = () => {
  let waiting: (() => void)[] = []
  return {
    /** For the acquirer's desk. */
    wait: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    arrive(): void {
      for (const goOn of waiting.splice(0)) goOn()
    },
    forget(): void {
      waiting = []
    },
  }
}
