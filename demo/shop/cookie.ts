import type { IncomingMessage } from 'node:http'
import { writeBag, type Bag } from './bag.ts'

const name = 'kiln-and-tide-bag'

/** Headers that store a bag in a cookie; `new` resets it to that of a first visit. */
export const bagCookie = (bag: Bag | 'new'): Record<string, string> => ({
  'set-cookie': `${name}=${bag === 'new' ? '; Max-Age=0' : writeBag(bag)}; Path=/; HttpOnly; SameSite=Lax`,
})

/** The cookie value of the bag. */
export const readBagCookie = (request: IncomingMessage): string | undefined =>
  request.headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
