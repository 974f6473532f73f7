import type { EventRow } from '../../store/events/events.ts'
import type { CheckoutSnapshot } from '../../store/checkouts/checkoutEvents.ts'
import { shownFacts } from '../checkouts/shown.ts'

/** A checkout as its event shows it. One that was canceled, which alone has a reason, is not told of. */
export const shownCheckoutOf = ({ snapshot }: Pick<EventRow, 'snapshot'>) =>
  shownFacts({ ...(JSON.parse(snapshot) as CheckoutSnapshot), reason: null })
