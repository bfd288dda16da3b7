/** What invented riders write, in the languages of the city. Kinds that are missing here come without a note. */
export const NOTES: Record<string, readonly string[]> = {
  crash: [
    'Matatu and a saloon car, the left lane is closed.',
    'Ajali ndogo, magari mawili, hakuna aliyeumia.',
    'Two minibuses touched while overtaking at the stage.',
    'A lorry hit the rail, traffic is one lane.',
  ],
  hazard: [
    'Deep pothole in the bus lane.',
    'Maji yamejaa barabarani.',
    'Open manhole beside the stage.',
    'No street lights here.',
  ],
  road_block: [
    'Road closed for works, buses turn back.',
    'Barabara imefungwa, tumia njia nyingine.',
    'A trailer has stalled across both lanes.',
  ],
  breakdown: [
    'The bus stopped with smoke from the engine, we all got off.',
    'Gari limeharibika katikati ya barabara.',
    'Flat tyre, no spare.',
  ],
  reckless_driving: [
    'He overtakes on the pavement.',
    'Dereva anaendesha kwa kasi sana, abiria wanapiga kelele.',
    'Racing another matatu, the door is open.',
    'On the phone while driving.',
    'Wrong side of the road to pass the jam.',
  ],
  overloading: [
    'Six people standing in a 14-seater.',
    'Watu wanakaa kwenye ngazi.',
    'Five on a bench for three.',
    'Wamejaza kupita kiasi, mlango haufungi.',
  ],
  fare_dispute: [
    'It was 50 in the morning and 120 now.',
    'Nauli imepandishwa kwa sababu ya mvua.',
    'He did not give back my change.',
    'Double the fare, no receipt.',
  ],
  theft: ['My phone was taken from the window.', 'Nimeibiwa simu nikipanda gari.', 'Bag cut open in the queue.'],
  robbery: ['Two men with a knife at the stage.', 'Wametuibia wote kwenye gari.'],
  harassment: [
    'The tout held my arm and would not let go.',
    'Kondakta alinitukana mbele ya abiria.',
    'He touched me while I was boarding.',
  ],
  assault: ['The crew beat a passenger who asked for his change.'],
}

export const COMMENTS = [
  'Good driver, calm in the jam.',
  'Dereva mzuri.',
  'Music too loud.',
  'Waited forty minutes until it was full.',
  'Clean seats and the belts work.',
  'Charged more when it started to rain.',
] as const
