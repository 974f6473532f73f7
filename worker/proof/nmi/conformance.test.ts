import { testProcessorConformance } from '../../processors/conformance/conformance.ts'
import { nmiCapabilities } from '../../processors/nmi/capabilities.ts'
import { nmiSubject, subjectCurrencies } from './conformanceSubject.ts'

const can = nmiCapabilities({ methods: null, currencies: subjectCurrencies, networkIds: false, creditsUnsettled: true })

testProcessorConformance('NMI', can, nmiSubject)
