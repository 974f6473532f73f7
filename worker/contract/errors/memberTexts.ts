import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of error responses. */
export const errorTexts: MemberTexts = {
  ErrorItem: {
    type: 'Stable name of the error, for programs. The page /errors describes each one.',
    message: 'Details, always with the same five members.',
    'message.text': 'Description in English, for developers, not for shoppers.',
    'message.field':
      'Dotted path of the member, such as `payment.creditCard.expires` or `order.lines[3].total`, or name of the parameter. Null if the error is not about one.',
    'message.code': 'The same as `type`; after a decline its reason, such as `insufficient_funds`.',
    'message.docs': 'Page that describes the error.',
    'message.details':
      'Details for programs, such as limits, `nearest` (a known name close to an unknown one), the `state` of a resource, or `retry`, the next step after a decline: `never`, `later`, `other_method`, `contact_issuer` or `authenticate`. Null if there are none.',
  },
  Problem: {
    type: 'URL of the kind of problem: its page on this gateway, or that of a registered type.',
    title: 'Short description of the problem, in English.',
    status: 'The HTTP status.',
    detail: 'Description of this occurrence, in English.',
    instance: 'Path of the request.',
  },
}
