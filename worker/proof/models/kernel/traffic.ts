import type { Processor, Ref } from '../../../processors/processor.ts'

/** A request to the acquirer, whether it arrived or not. */
export interface RecordedRequest {
  readonly op: string
  /** `absent`: a look-up that found nothing. `found` stands for all its other results. */
  readonly kind: 'sent' | 'absent' | 'found'
  /** Milliseconds since 1970. */
  readonly at: number
}

/** In order. */
export type Traffic = readonly RecordedRequest[]

/** Records when captures, voids and credits are sent, and what look-ups of them find. */
export const recordTraffic = (
  real: Processor,
  now: () => number,
): { readonly processor: Processor; readonly traffic: Traffic } => {
  const traffic: RecordedRequest[] = []
  const sent = (ref: Ref): Ref => {
    traffic.push({ op: ref.op, kind: 'sent', at: now() })
    return ref
  }
  const { lookup } = real
  const processor: Processor = {
    ...real,
    capture: (op, ref) => real.capture(op, sent(ref)),
    void: (op, ref) => real.void(op, sent(ref)),
    credit: (op, ref) => real.credit(op, sent(ref)),
    ...(lookup && {
      lookup: async (ref, modification) => {
        const at = now()
        const found = await lookup(ref, modification)
        traffic.push({ op: ref.op, kind: found === 'notFound' ? 'absent' : 'found', at })
        return found
      },
    }),
  }
  return { processor, traffic }
}
