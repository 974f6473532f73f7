import type { Texts } from './texts.ts'

export const mr: Texts = {
  direction: 'ltr',
  frameTitle: 'कार्डची माहिती',
  missing: 'कार्डची माहिती पूर्ण भरा',
  labels: { number: 'कार्ड क्रमांक', expiry: 'मुदत', code: 'CVV', name: 'कार्डवरील नाव', postalCode: 'पिन कोड' },
  optional: '(ऐच्छिक)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: कार्डच्या मागील बाजूचे ३ अंक', codeFront: '{name}: कार्डच्या पुढील बाजूचे ४ अंक' },
  choice: { label: 'पेमेंट नेटवर्क', announcement: 'हे कार्ड दोन नेटवर्कवर चालते. तुम्ही एक निवडू शकता.' },
  errors: {
    number: { missing: 'कार्ड क्रमांक टाका', incomplete: 'पूर्ण कार्ड क्रमांक टाका', wrong: 'कार्ड क्रमांक तपासा' },
    expiry: {
      missing: 'कार्डची मुदत टाका',
      incomplete: 'महिना आणि वर्ष टाका',
      wrong: 'कार्डची मुदत तपासा',
      past: 'या कार्डची मुदत संपली आहे',
    },
    code: { missing: 'CVV टाका', incomplete: 'पूर्ण CVV टाका', wrong: 'CVV तपासा' },
    name: { missing: 'कार्डवरील नाव टाका', wrong: 'कार्डवरील नाव तपासा' },
    postalCode: { wrong: 'पिन कोड तपासा' },
  },
  processing: 'प्रक्रिया सुरू आहे',
  failures: {
    card_invalid: 'कार्डची माहिती तपासा.',
    declined: 'कार्ड नाकारले गेले. दुसरे कार्ड वापरा.',
    network: 'कनेक्शन नाही. पुन्हा प्रयत्न करा.',
    rate_limited: 'खूप प्रयत्न झाले. एक मिनिट थांबा.',
    refused: 'हा फॉर्म अद्याप कार्ड स्वीकारत नाही.',
    unavailable: 'हे जमले नाही. पुन्हा प्रयत्न करा.',
  },
}
