import { firstDay } from './screens/today/period.ts'
import { modeOf } from './shell/routes.ts'

/**
 * The inline script of a screen's page: asks for the session and for what the screen reads first, while its scripts are loaded. A slow
 * connection would wait for one after the other. Errors are handled by who takes the responses.
 */
const ask = (path: string, init?: RequestInit): Promise<Response> => {
  const response = fetch(path, init)
  response.catch(() => {})
  return response
}

const headers = { 'sluice-mode': modeOf(new URL(location.href)) }
const paths = document
  .querySelector<HTMLMetaElement>('meta[name=first-reads]')!
  .content.replace('{firstDay}', firstDay())
globalThis.firstSession = ask('/session')
globalThis.firstReads = new Map(
  location.search === '' ? paths.split(' ').map((path) => [path, ask(path, { headers })] as const) : [],
)
