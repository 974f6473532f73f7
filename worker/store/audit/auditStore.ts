import { createStore } from '../sql/scope.ts'
import { listEntries } from './entries.ts'

/** The audit entries of one account. Stores that change something append them in their own batches. */
export const auditStore = createStore({ list: listEntries })

export type AuditStore = ReturnType<typeof auditStore>
