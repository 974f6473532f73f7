import type { RecordedExample } from './recordedExample.ts'
import shop from './recorded/shop.json' with { type: 'json' }
import transactions from './recorded/transactions.json' with { type: 'json' }

/** The recorded files in the order of the stories. Their inferred types are too narrow to be compared. */
export const recordedFiles = [shop, transactions].flat() as readonly unknown[] as readonly RecordedExample[]
