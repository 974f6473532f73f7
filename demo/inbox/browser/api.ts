import type { Delivery } from '../delivery.ts'

/** Has the shop's server do something. Answers what went wrong; '' where nothing did. */
export const tell = async (form: Record<string, string>): Promise<string> => {
  try {
    const answer = await fetch('/inbox', { method: 'POST', body: new URLSearchParams(form) })
    if (!answer.ok) return `The shop answered ${answer.status}.`
    return ((await answer.json()) as { trouble: string }).trouble
  } catch {
    return 'The shop does not answer. Does it run?'
  }
}

/** The whole of a delivery; undefined where the shop has forgotten it. */
export const read = async (number: number): Promise<Delivery | undefined> => {
  const answer = await fetch(`/inbox/${number}`).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as Delivery) : undefined
}
