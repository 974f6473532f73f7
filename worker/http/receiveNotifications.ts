import { ApiError, apiError } from '#contract/errors/apiError'
import { unlimitedCalls } from '../domain/work/callSlots.ts'
import { accountServices } from '../app/compose.ts'
import type { Gateway } from '../app/gateway.ts'
import { applyNotification } from '../domain/notifications/applyNotification.ts'
import { findAccountOfConnection } from '../store/notifications/notifications.ts'
import { Database } from '../store/sql/database.ts'
import { readBytes } from './body/body.ts'
import type { RequestContext } from './handleRequest.ts'
import { redactedStack } from './log.ts'

const addressPattern = /^(?<shard>[0-9a-z]{2})-(?<connection>[0-9A-Za-z-]{1,64})$/

const noConnection = () => apiError('not_found', { details: { resource: 'connection' } })

/**
 * Reads and applies the messages of one request. Nothing of it is believed before its signature is verified, and the response to a request
 * that is rejected has no detail.
 */
const receive = async (address: string, context: RequestContext, gateway: Gateway): Promise<Response> => {
  const { shard = '', connection: id = '' } = addressPattern.exec(address)?.groups ?? {}
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) throw noConnection()
  const body = await readBytes(context.request)
  const database = new Database(d1, context.meter, gateway.patience)
  const account = await findAccountOfConnection({ database }, id)
  const connection = account?.connections.find((each) => each.id === id)
  const definition = connection === undefined ? undefined : gateway.processors.get(connection.processor)
  if (account === null || connection === undefined || definition?.notifications === undefined) throw noConnection()

  const place = { shard, database, account, keyId: 'notification', requestId: context.requestId }
  const services = accountServices(gateway, {
    ...place,
    cause: null,
    meter: context.meter,
    callSlots: unlimitedCalls,
    warnings: context.warnings,
  })
  context.wakeEndpoints = services.endpoints.wakeAll
  const settings = await services.openConnectionSettings(connection)
  const read = await definition.notifications.read({ body, headers: context.request.headers }, settings)
  if (read === 'unverified') return new Response(null, { status: 401 })
  if (read === 'unreadable') return new Response(null, { status: 400 })
  for (const notification of read)
    if ((await applyNotification(notification, id, services)) === 'early') throw apiError('unavailable')
  return new Response(definition.notifications.response ?? null)
}

/**
 * Receives the messages of a connection's processor: three round trips for each message, and one for the account.
 *
 * @param address the shard and the id of the connection, as in `notificationsUrl`
 *
 * Errors: not_found (404), body_too_large (413). Whatever else fails is unavailable (503): the processor has to send the messages again.
 */
export const receiveNotifications = async (
  address: string,
  context: RequestContext,
  gateway: Gateway,
): Promise<Response> => {
  try {
    return await receive(address, context, gateway)
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown
    console.error(JSON.stringify({ route: 'processorNotification', exception: redactedStack(thrown) }))
    throw apiError('unavailable')
  }
}
