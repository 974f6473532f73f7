import { firstDay } from './screens/today/period.ts'
import { modeOf } from './shell/routes.ts'

// The inline script of a screen's page. It requests the session and what the screen reads first, while the scripts of the screen are loaded:
// a slow connection would wait for one after the other.

/** Sends a request. The code that takes the response handles its error. */
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
