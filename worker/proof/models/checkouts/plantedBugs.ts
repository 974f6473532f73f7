import { bug } from '../../mutants/plantedBug.ts'
import type { PlantedBug } from '../../mutants/plantedBug.ts'

const tries = 'worker/store/checkouts/attempts.ts'
const checkouts = 'worker/store/checkouts/checkouts.ts'
const completions = 'worker/store/checkouts/completions.ts'
const states = 'worker/domain/checkouts/states.ts'
const outcomes = 'worker/contract/checkout/outcomes.ts'
const nonces = 'worker/domain/checkouts/nonce.ts'
const paying = 'worker/domain/checkouts/pay.ts'
const completing = 'worker/domain/checkouts/complete.ts'
const payments = 'worker/domain/transactions/states.ts'

const nameIsLookedAt =
  "sql('NOT EXISTS (SELECT 1 FROM checkoutTries WHERE checkout = ? AND nonce = ?)', checkout, nonce),"
const noNameIsLookedAt = {
  file: tries,
  from: nameIsLookedAt,
  to: "sql('(?, ?) IS NOT NULL OR TRUE', checkout, nonce),",
}
/** As if names were not the rows' primary key. */
const namesAreNotUnique = {
  file: tries,
  from: '      nonce,\n      transactionId,',
  to: '      nonce + String(transactionId),\n      transactionId,',
}
/** As if checkouts were not the primary key of completions. */
const completionsAreNotUnique = {
  file: completions,
  from: 'INSERT INTO checkoutCompletions',
  to: 'INSERT OR IGNORE INTO checkoutCompletions',
}

/** What the schedules of checkouts must catch. */
export const plantedBugs: readonly PlantedBug[] = [
  { name: 'the name of a try is not looked at', patches: [noNameIsLookedAt] },
  { name: 'names of tries are not unique', patches: [noNameIsLookedAt, namesAreNotUnique] },
  {
    name: 'a try that is sent again is made again',
    patches: [
      noNameIsLookedAt,
      namesAreNotUnique,
      {
        file: paying,
        from: "before.status !== 'open' || before.declined !== null",
        to: "before.status !== 'open'",
      },
    ],
  },
  bug('a name is good for any checkout', nonces, 'checkout/${checkout}/${random}', 'checkout/${random}'),
  bug('any name is good', nonces, 'nonce.slice(randomLength) ===', 'true || nonce.slice(randomLength) ==='),
  bug(
    'a try may begin while another is under way',
    checkouts,
    'status NOT IN (${listed(cameToNothing)})',
    "status NOT IN (${listed(cameToNothing)}, 'pending')",
  ),
  bug(
    'a try may begin where another has paid',
    checkouts,
    'status NOT IN (${listed(cameToNothing)})',
    "status NOT IN (${listed(cameToNothing)}, 'captured', 'authorized')",
  ),
  bug(
    'off by one: an eleventh card is tried by who was quick',
    tries,
    "WHERE checkout = ? AND status = 'declined') < ?",
    "WHERE checkout = ? AND status = 'declined') <= ?",
  ),
  bug(
    'off by one: ten declines leave it open',
    states,
    "status === 'declined').length >= mostDeclines",
    "status === 'declined').length > mostDeclines",
  ),
  bug('an eleventh card is tried', outcomes, 'mostDeclines = 10', 'mostDeclines = 11'),
  bug(
    'a time-out means decline',
    payments,
    "case 'unknown':\n      return unknownOutcome",
    "case 'unknown':\n      return declinedByGateway('91')",
  ),
  bug(
    'the reversal of an unknown payment is forgotten',
    payments,
    'approved: null,\n  reverse: true,',
    'approved: null,\n  reverse: false,',
  ),
  bug(
    'an approval is shown that came too late',
    'worker/store/transactions/authorizationOutcomes.ts',
    "WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL",
    'WHERE id = ? AND account = ? AND mode = ?',
  ),
  bug('an unknown outcome is told as paid', paying, "code === '68' ? 'pending'", "code === '68' ? 'captured'"),
  { name: 'a completion has no primary key', patches: [completionsAreNotUnique] },
  {
    name: 'the sweep completes what is completed',
    patches: [completionsAreNotUnique, { file: completing, from: ' || found.completion !== null', to: '' }],
  },
  bug(
    'the state says open while a try is under way',
    states,
    "tries.some(({ status }) => status === 'pending')",
    'tries.length > 99',
  ),
  bug('what was undone counts as paid', outcomes, "'declined', 'failed', 'reversed'", "'declined', 'failed'"),
  bug(
    'a cancel ignores who is paying',
    checkouts,
    'sql(stillOpen, audit.at), sql(`NOT ${busy.sql}`, ...busy.values))',
    'sql(stillOpen, audit.at), sql(`NOT ${busy.sql} OR TRUE`, ...busy.values))',
  ),
  bug('what is canceled is paid by who was quick', tries, '${stillOpen}', 'expires > ?'),
  {
    name: 'what has expired is open',
    patches: [
      { file: tries, from: '${stillOpen}', to: 'canceled IS NULL AND expires > 0 * ?' },
      {
        file: states,
        from: 'checkout.expires <= now || checkout.announceExpiry === null',
        to: 'checkout.expires <= 0 * now',
      },
    ],
  },
  bug(
    'nobody looks what became of a try whose machine died',
    tries,
    'UPDATE checkouts SET due = ? WHERE',
    'UPDATE checkouts SET due = CASE WHEN ? THEN NULL END WHERE',
  ),
  bug(
    'a receipt is sent by whoever comes',
    checkouts,
    "AND receipt = 'due' RETURNING id",
    "AND receipt <> 'none' RETURNING id",
  ),
]
