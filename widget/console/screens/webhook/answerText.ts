import { webhookTexts } from './texts.ts'

const { answers } = webhookTexts

const exact: Readonly<Record<number, string>> = { 404: answers.missing, 410: answers.gone, 429: answers.busy }

/** What a receiver's status means, and what to do about it. Null: no response. */
export const answerText = (status: number | null): string => {
  if (status === null) return answers.none
  const known = exact[status]
  if (known !== undefined) return known
  if (status === 401 || status === 403) return answers.refused(status)
  if (status >= 500) return answers.failed(status)
  if (status >= 400) return answers.rejected(status)
  return status >= 300 ? answers.redirected(status) : answers.received(status)
}
