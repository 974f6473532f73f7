import { CliError } from '../cliError.ts'

/** An error of the API, as its responses have it. */
interface ApiFault {
  readonly type: string
  readonly message: { readonly text: string }
}

/** Sends a request to the API and returns the JSON of the response. @throws CliError with the errors of a response that is not 200 */
export type SendRequest = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<any>

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** The address of the gateway. Credentials are sent to it, so it must be https outside of this machine. @throws CliError */
const readGateway = (text: string): URL => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))))
    throw new CliError('--gateway must be an https address, such as https://pay.example.com.')
  return url
}

const toLine = ({ type, message }: ApiFault): string => `  ${message.text} (${type})`

/** Errors without their values: the request may contain credentials. */
const toError = async (response: Response): Promise<CliError> => {
  const { errors = [] } = (await response.json().catch(() => ({}))) as { errors?: readonly ApiFault[] | null }
  const lines = (errors ?? []).map(toLine)
  return new CliError(
    lines.length === 0
      ? `The gateway returned ${response.status}.`
      : `The gateway rejected the request:\n${lines.join('\n')}`,
  )
}

/** @throws CliError for a missing key or an address that is not https */
export const createSender = (
  gateway: string,
  key: string | undefined,
  request: (request: Request) => Promise<Response>,
): SendRequest => {
  const origin = readGateway(gateway)
  if (!key) throw new CliError('Set SLUICE_SECRET_KEY to an API key of the account, with the scope connections:admin.')
  return async (method, path, body) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await request(new Request(new URL(path, origin), init)).catch(() => {
      throw new CliError(`The gateway at ${origin.origin} cannot be reached. Set its address with --gateway.`)
    })
    if (!response.ok) throw await toError(response)
    return response.json()
  }
}
