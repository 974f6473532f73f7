import { issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '#contract/apiKeys/apiKeys'
import { issueKey } from '../../domain/apiKeys/issue.ts'
import { listKeys } from '../../domain/apiKeys/list.ts'
import { revokeKey } from '../../domain/apiKeys/revoke.ts'
import { rotateKey } from '../../domain/apiKeys/rotate.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const apiKeys = (app: App): void => {
  serve(app, issueApiKey, ({ body }, services) => issueKey(body, services))
  serve(app, listApiKeys, ({ query }, services) => listKeys(query, services))
  serve(app, revokeApiKey, ({ params }, services) => revokeKey(params.id, services))
  serve(app, rotateApiKey, ({ params, body }, services) => rotateKey(params.id, body, services))
}
