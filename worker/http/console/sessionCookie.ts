import { parse, serialize } from 'hono/utils/cookie'
import type { Secret } from '#contract/schema/secret'
import { sessionLimits } from '../../domain/team/sessionLimits.ts'

/** Browsers accept this name only from https, for the whole host and no other. WebKitGTK drops secure cookies of http://localhost. */
const nameOf = (origin: string): string => (origin.startsWith('https:') ? '__Host-session' : 'session')

/** The secret of the browser's session; empty without one. */
export const readSessionCookie = ({ headers, url }: Request): string => {
  const name = nameOf(new URL(url).origin)
  return parse(headers.get('cookie') ?? '', name)[name] ?? ''
}

const write = (value: string, origin: string, maxAge: number): string =>
  serialize(nameOf(origin), value, {
    path: '/',
    maxAge,
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'Strict',
  })

/** The `Set-Cookie` header of a new session. */
export const sessionCookie = (secret: Secret, origin: string): string =>
  write(secret.reveal(), origin, sessionLimits.longest / 1000)

/** The `Set-Cookie` header that removes the session from the browser. */
export const endedSessionCookie = (origin: string): string => write('', origin, 0)
