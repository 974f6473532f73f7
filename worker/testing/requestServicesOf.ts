import { requestServices } from '../app/compose.ts'
import type { RequestServices } from '../app/compose.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import type { Warning } from '../domain/warning.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { Database } from '../store/sql/database.ts'

interface TestRequest {
  readonly key: KeyRecord
  readonly database: Database
  readonly requestId?: string
  readonly address?: string | null
  readonly warnings?: Warning[]
}

/** The services of a request with this key, for tests that call verbs without HTTP. */
export const requestServicesOf = (
  gateway: Gateway,
  { key, database, requestId = gateway.ids.requestId(), address = null, warnings = [] }: TestRequest,
): RequestServices =>
  requestServices(
    gateway,
    { account: key.account, database, keyId: key.keyId, meter: new Meter(), requestId, shard: '00', warnings },
    {
      keyId: key.keyId,
      scopes: key.scopes,
      shard: '00',
      address: key.kind === 'pk' ? address : null,
      origin: 'https://pay.test',
    },
  )
