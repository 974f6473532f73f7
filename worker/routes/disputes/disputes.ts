import { acceptDispute, getDispute, listDisputes } from '#contract/disputes/disputes'
import { recordDispute } from '#contract/disputes/recordDispute'
import { acceptDispute as accept } from '../../domain/disputes/accept.ts'
import { getDispute as get } from '../../domain/disputes/get.ts'
import { listDisputes as list } from '../../domain/disputes/list.ts'
import { recordDisputeByHand } from '../../domain/disputes/recordByHand.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const disputes = (app: App): void => {
  serve(app, listDisputes, ({ query }, services) => list(query, services))
  serve(app, getDispute, ({ params }, services) => get(params.id, services))
  serve(app, recordDispute, ({ body }, services) => recordDisputeByHand(body, services))
  serve(app, acceptDispute, ({ params }, services) => accept(params.id, services))
}
