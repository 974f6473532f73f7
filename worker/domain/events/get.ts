import type { RequestServices } from '../../app/compose.ts'
import { noSuchEvent } from './noSuchEvent.ts'
import { shownEvent } from './shown.ts'

/** An event. Refusal: not_found (404). */
export const getEvent = async (id: string, { events }: RequestServices) => {
  const event = await events.find(id)
  if (event === null) throw noSuchEvent()
  return { event: shownEvent(event), errors: null }
}
