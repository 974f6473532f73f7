import type { Made } from '../checkouts.ts'

/** Asks the shop's server, which asks the gateway. */
export const ask = async (question: Record<string, string>): Promise<Made> => {
  try {
    const answer = await fetch('/studio', { method: 'POST', body: new URLSearchParams(question) })
    if (answer.ok) return (await answer.json()) as Made
    return { errors: [{ member: '', text: 'The shop could not make a checkout. Does the gateway run?' }] }
  } catch {
    return { errors: [{ member: '', text: 'The shop does not answer. Does it run?' }] }
  }
}
