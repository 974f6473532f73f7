import * as v from 'valibot'

/** Who made a change: an API key, a member of the team, or a part of the gateway. */
export const actor = () =>
  v.object({ kind: v.picklist(['key', 'member', 'system']), id: v.string(), name: v.nullable(v.string()) })
export type Actor = v.InferOutput<ReturnType<typeof actor>>
