import type { ErrorRegime } from '#contract/endpoint'

/** What an answer says is wrong: the type of an error, and the member that it names. */
export interface Said {
  readonly type: string
  readonly field: string | null
}

interface Envelope {
  readonly errors?: readonly { readonly type: string; readonly message: { readonly field: string | null } }[] | null
}
interface Problem {
  readonly type: string
  readonly detail: string
}

/** The errors of a failure. Problem details have one, whose member is the first word of its text. */
export const saidErrors = (regime: ErrorRegime, text: string): readonly Said[] => {
  if (text === '') return []
  if (regime !== 'problem') {
    const { errors } = JSON.parse(text) as Envelope
    return (errors ?? []).map(({ type, message }) => ({ type, field: message.field }))
  }
  const { type, detail } = JSON.parse(text) as Problem
  const slug = type.split('/').at(-1)!
  return [{ type: slug.replaceAll('-', '_'), field: detail.split(' ', 1)[0]! }]
}
