import type { createClient } from '../../models/kernel/client.ts'
import type { OutsideProcessor } from './outsideProcessor.ts'

/** Routes the payments of an account to a connection of its own. @returns the connection's id */
export const connect = async (
  call: ReturnType<typeof createClient>,
  processor: Pick<OutsideProcessor, 'connectionOf'>,
  account: string,
): Promise<string> => {
  const succeed = async (method: string, path: string, body: object) => {
    const { status, text, json } = await call(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} returned ${status}: ${text}`)
    return json
  }
  const { connection } = await succeed('POST', '/v1/connections', processor.connectionOf(account))
  await succeed('PUT', '/v1/account', { routing: [{ connection: connection.id }] })
  return connection.id
}
