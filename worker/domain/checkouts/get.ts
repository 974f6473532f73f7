import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import { shownCheckout } from './shown.ts'

/** Refusal: not_found, for unknown ids and for those of another account or mode alike. */
export const findCheckout = async (
  id: string,
  { checkouts }: Pick<RequestServices, 'checkouts'>,
): Promise<FoundCheckout> => {
  const found = await checkouts.find(id)
  if (found === null) throw refuse('not_found', { details: { resource: 'checkout' } })
  return found
}

/** Refusal: not_found. */
export const getCheckout = async (id: string, services: RequestServices) =>
  shownCheckout(await findCheckout(id, services), services.clock.now())
