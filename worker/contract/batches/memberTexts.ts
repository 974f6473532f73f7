import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of batches. */
export const batchTexts: MemberTexts = {
  Batch: {
    id: 'Id of the batch, also the value of `batchId` in payments and filters.',
    status: '`closing` while operations are still being added, then `closed`: all operations are settled.',
    cutoff: 'Operations that were approved until this time are in the batch. RFC 3339 in UTC.',
    created: 'Time when the batch was created, RFC 3339 in UTC.',
    closed: 'Time when the batch was closed, RFC 3339 in UTC. Null while it is closing.',
    totals: 'One entry per currency. The figures grow while the batch is closing.',
    'totals.currency': 'ISO 4217 numeric code.',
    'totals.captures': 'Captures of the batch in this currency.',
    'totals.captures.count': 'Number of captures.',
    'totals.captures.amount': 'Sum of the captures in currency units.',
    'totals.credits': 'Credits of the batch in this currency.',
    'totals.credits.count': 'Number of credits.',
    'totals.credits.amount': 'Sum of the credits in currency units, as a positive number.',
    'totals.net': 'Captures minus credits in currency units: what the bank pays out, or collects if it is negative.',
  },
  listBatches: { batches: 'Batches, newest first.' },
  'listBatches.batches': { $as: 'Batch' },
  getBatch: { batch: 'The batch.' },
  'getBatch.batch': { $as: 'Batch' },
  closeBatch: { batch: 'The new batch. Null if there was nothing to settle.' },
  'closeBatch.batch': { $as: 'Batch' },
}
