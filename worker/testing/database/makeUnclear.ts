import { bindings } from '../bindings.ts'

/** Milliseconds since 1970: no sweep attempts the operation before. */
const farAhead = Date.UTC(2100, 0)

/** Makes an approved operation one whose outcome is unknown, and that a person has to look up. */
export const makeUnclear = async (operation: string): Promise<void> => {
  await bindings.DB_00.prepare(
    `UPDATE operations SET status = 'pending', due = ?, attention = created, attentionReason = 'outcome_unknown' WHERE id = ?`,
  )
    .bind(farAhead, Number(operation))
    .run()
}
