"""The words that synthetic pages are made of, in ten languages: what forms ask, what is printed around it, and sentences.

In a sentence `_` stands for a blank. All characters are in WinAnsi, which the fonts of the pages are encoded in.
"""
from dataclasses import dataclass, field


def parts(text):
    return [' '.join(part.split()) for part in text.split('|')]


@dataclass
class Language:
    """The words of one language, given as text with bars between the items (words of prose: with spaces)."""
    captions: list
    prose: list
    # With the blank at the end, or in the middle.
    sentences: list
    questions: list
    sections: list
    days: list
    options: list
    names: list
    # Captions of a signature line, and of its place and date.
    signatures: list
    yes: str
    no: str
    total: str
    other: str
    office: list
    page: str
    by_words: dict = field(default_factory=dict)

    def __post_init__(self):
        for name in ('captions', 'sentences', 'questions', 'sections', 'days', 'options', 'names', 'signatures', 'office'):
            setattr(self, name, parts(getattr(self, name)))
        self.prose = self.prose.split()
        for most in range(1, 4):
            self.by_words[most] = [c for c in self.captions if len(c.split()) <= most]


LANGUAGES = {
    'en': Language(
        captions="""Name|Last name|First name|Middle initial|Address|Street|City|State|Zip code|Country|Date of birth|Place of birth
        |Telephone|Email|Employer|Occupation|Nationality|Passport number|Account number|Amount|Description|Quantity|Unit price|Date
        |Time|Reason|Remarks|Signature|Relationship|Department|Title|Company|Vehicle|Weight|Height|Insurance|Policy number|Doctor
        |Hospital|Emergency contact|School|Class|Membership number|Project|Case number|Hours|Start|End|From|To|Value|Notes""",
        prose="""the of and to in for that this with from which may be shall not any other than must have has been are is was will form
        person claim benefit income application information required provided under section complete print attach statement notice within
        days before after date each your their office request records law state payment return copy original certify true correct""",
        sentences="""I, _, residing at _, hereby declare that _|born on _ in _|The undersigned _ , ID number _ , acting for _
        |agrees to pay the sum of _ to _ not later than _|Signed at _ on the _ day of _|The meeting of _ took place at _ o'clock
        |We received _ from _ on _|My child _ attends class _ and may leave at _|Reason: _|This contract begins on _ and ends on _
        |I authorise _ to collect my _ from _|Name of the witness _ , telephone _""",
        questions="""Please describe what happened|List all medicines that you take|Why do you apply for this position?|Do you have any
        allergies?|Have you ever been refused a visa?|Reasons for the request|Further remarks|How did you hear of us?|Is anyone else
        insured?|Describe the damage and its cause""",
        sections="""Personal details|Part A: Applicant|Your account|Section 2. Employment|Declaration|Medical history|Application for
        membership|Travel expenses|Consent|Registration form|Accident report""",
        days='Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
        options="""Single|Married|Widowed|Divorced|Male|Female|Full time|Part time|Cash|Bank transfer|Credit card|I agree|By post|By email
        |New member|Renewal|Vegetarian|Own car|Train|I have read the terms|Student|Retired|Not applicable|Weekly|Monthly""",
        names='John Smith|Mary Jones|Peter Brown|Ann Taylor|James Wilson|Alice Moore|Team A|North|South|Chair|Treasurer|Secretary',
        signatures="Signature|Signature of applicant|Date|Place, date|Witness|Signature of parent or guardian|Authorised by",
        yes='Yes', no='No', total='Total', other='Other', office='For office use only|Official use|Do not write here', page='Page'),
    'de': Language(
        captions="""Name|Vorname|Nachname|Geburtsname|Anschrift|Straße, Hausnummer|PLZ|Wohnort|Ort|Land|Geburtsdatum|Geburtsort
        |Telefon|Telefax|E-Mail|Arbeitgeber|Beruf|Staatsangehörigkeit|Ausweisnummer|Kontonummer|Kontoinhaber|IBAN|BIC|Kreditinstitut
        |Betrag|Bezeichnung|Menge|Einzelpreis|Datum|Uhrzeit|Grund|Bemerkungen|Unterschrift|Familienstand|Abteilung|Firma|Kennzeichen
        |Krankenkasse|Versicherungsnummer|Hausarzt|Schule|Klasse|Mitgliedsnummer|Verein|Aktenzeichen|Stunden|Beginn|Ende|von|bis
        |Pause|Kostenstelle|Matrikelnummer""",
        prose="""der die das und in zu den von mit für auf ist im dem nicht eine als auch es an werden aus er hat dass sie nach wird bei
        einer um am sind noch wie einem über einen so zum haben nur oder aber vor zur bis mehr durch Antrag Angaben Erklärung Verein
        Mitglied Zahlung Beitrag Frist Formular Personen Daten Vertrag Kosten bitte gemäß sowie ausgefüllt schriftlich Unterlagen""",
        sentences="""Ich, _, wohnhaft in _, erkläre hiermit, dass _|geboren am _ in _|Hiermit beantrage ich _ für die Zeit vom _ bis _
        |Der Unterzeichner _ , Ausweis Nr. _ , bevollmächtigt Herrn/Frau _|die Mitgliedschaft im Verein _ ab dem _
        |Mein Kind _ besucht die Klasse _ und darf um _ Uhr nach Hause gehen|Den Betrag von _ Euro habe ich am _ erhalten
        |Zwischen _ und _ wird folgender Vertrag geschlossen|Ort, Datum _ , Unterschrift _|Begründung: _|Die Sitzung vom _ beginnt um _
        |Herr/Frau _ hat in der Zeit vom _ bis zum _ teilgenommen""",
        questions="""Bitte beschreiben Sie den Hergang|Begründung des Antrags|Welche Medikamente nehmen Sie ein?|Bestehen Allergien?
        |Besondere Vorkommnisse|Sonstige Bemerkungen|Warum bewerben Sie sich?|Sind Sie bereits Mitglied?|Angaben zum Schaden
        |Waren Sie schon einmal versichert?""",
        sections="""Persönliche Angaben|Angaben zum Antragsteller|1. Bankverbindung|Abschnitt 2: Beschäftigung|Erklärung|Beitrittserklärung
        |SEPA-Lastschriftmandat|Arbeitszeitnachweis|Reisekostenabrechnung|Schadenmeldung|Einwilligung""",
        days='Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag',
        options="""ledig|verheiratet|verwitwet|geschieden|männlich|weiblich|divers|Vollzeit|Teilzeit|bar|Überweisung|Lastschrift|jährlich
        |monatlich|Einzelmitglied|Familie|per Post|per E-Mail|Ich stimme zu|Student|Rentner|entfällt|eigener Pkw|Bahn|vegetarisch""",
        names='Anna Müller|Karl Schröder|Jürgen Weiß|Petra Köhler|Heim|Gast|1. HE|2. HE|DD|Vorstand|Kasse|Schriftführer',
        signatures="""Unterschrift|Ort, Datum|Unterschrift des Antragstellers|Unterschrift der Erziehungsberechtigten|Datum
        |Datum, Unterschrift|Stempel und Unterschrift""",
        yes='Ja', no='Nein', total='Summe', other='Sonstiges', office="""Nur für den Dienstgebrauch|Wird vom Amt ausgefüllt
        |Bearbeitungsvermerke""", page='Seite'),
    'nl': Language(
        captions="""Naam|Voornaam|Achternaam|Voorletters|Adres|Straat en huisnummer|Postcode|Woonplaats|Land|Geboortedatum|Geboorteplaats
        |Telefoon|E-mail|Werkgever|Beroep|Nationaliteit|Paspoortnummer|Rekeningnummer|Ten name van|Bedrag|Omschrijving|Aantal|Prijs
        |Datum|Tijd|Reden|Opmerkingen|Handtekening|Burgerlijke staat|Afdeling|Bedrijf|Kenteken|Zorgverzekeraar|Polisnummer|Huisarts
        |School|Klas|Lidnummer|Vereniging|Dossiernummer|Uren|Begin|Einde|van|tot|Boekhoudpost|BSN|Totaalbedrag""",
        prose="""de het een en van in is dat op te zijn voor met die niet aan er om ook als dan maar bij uit naar door over zij nog tot
        wordt worden heeft kan moet deze dit onze uw aanvraag gegevens formulier betaling lid vereniging verklaring kosten datum
        ondertekend bijlage termijn schriftelijk verzoek toestemming volgens indien""",
        sentences="""Ik, _, wonende te _, verklaar hierbij dat _|geboren op _ te _|Ondergetekende _ , paspoortnummer _ , machtigt _
        |Verklaart _ kosten gemaakt te hebben voor _|Getekend te _ op _|Mijn kind _ zit in groep _ en mag om _ naar huis
        |Tussen _ en _ is het volgende overeengekomen|Het bedrag van _ euro is ontvangen op _|Toelichting: _|De vergadering van _ begint om _ uur
        |met ingang van _ lid te worden van _""",
        questions="""Beschrijf wat er is gebeurd|Reden van de aanvraag|Welke medicijnen gebruikt u?|Heeft u allergieën?|Overige opmerkingen
        |Waarom wilt u lid worden?|Bent u al verzekerd?|Omschrijving van de schade|Hoe kent u ons?|Toelichting""",
        sections="""Persoonlijke gegevens|Gegevens aanvrager|1. Betaling|Deel 2: Werk|Verklaring|Aanmeldingsformulier|Machtiging
        |Onkostennota|Urenstaat|Schadeformulier""",
        days='maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag',
        options="""ongehuwd|gehuwd|gescheiden|man|vrouw|voltijd|deeltijd|contant|overschrijving|incasso|per maand|per jaar|per post
        |per e-mail|ik ga akkoord|student|gepensioneerd|nieuw lid|n.v.t.|eigen auto|trein|vegetarisch""",
        names='Jan de Vries|Anna Bakker|Piet Janssen|Els Visser|Ploeg A|Thuis|Gast|Voorzitter|Penningmeester|Noord|Zuid',
        signatures='Handtekening|Plaats en datum|Handtekening aanvrager|Datum|Handtekening ouder of voogd|Voor akkoord',
        yes='Ja', no='Nee', total='Totaal', other='Anders', office='In te vullen door de dienst|Niet invullen|Voor intern gebruik',
        page='Pagina'),
    'fr': Language(
        captions="""Nom|Prénom(s)|Nom de naissance|Adresse|N°|Voie|Code postal|Ville|Commune|Pays|Date de naissance|Lieu de naissance
        |Téléphone|Courriel|Employeur|Profession|Nationalité|N° de passeport|N° de compte|Titulaire du compte|Montant|Désignation
        |Quantité|Prix unitaire|Date|Heure|Motif|Observations|Signature|Situation familiale|Service|Raison sociale|N° SIRET
        |Immatriculation|Assurance|N° de contrat|Médecin traitant|École|Classe|N° d'adhérent|Association|N° de dossier|Heures
        |Début|Fin|du|au|Taux|Total HT|Qualité|Lien de parenté""",
        prose="""le la les de des du et à en un une que pour dans par sur ne pas plus avec est sont au aux ce cette ou qui se sa son ses
        leur être avoir doit vous votre nous formulaire demande personne dossier paiement déclaration renseignements article loi
        pièces délai original copie ci-dessous conformément toute joindre présent ainsi""",
        sentences="""Je soussigné(e) _, demeurant à _, certifie que _|né(e) le _ à _|Je soussigné _ , titulaire du passeport n° _ ,
        autorise _|Fait à _, le _|déclare sur l'honneur avoir versé la somme de _ euros à _|Mon enfant _ , élève de la classe de _ ,
        est autorisé à sortir à _|Entre _ et _ il est convenu ce qui suit|La réunion du _ commence à _ heures|Motif : _
        |représenté par _ en qualité de _|à compter du _ jusqu'au _|Reçu de M./Mme _ la somme de _""",
        questions="""Décrivez les circonstances|Motifs de la demande|Quels médicaments prenez-vous ?|Avez-vous des allergies ?
        |Observations complémentaires|Pourquoi souhaitez-vous adhérer ?|Êtes-vous déjà assuré ?|Description des dommages
        |Comment nous avez-vous connus ?|Précisez""",
        sections="""Identité du demandeur|1. Adresse du chantier|Coordonnées bancaires|Cadre réservé au demandeur|Déclaration
        |Bulletin d'adhésion|Autorisation parentale|Note de frais|Feuille de présence|Attestation""",
        days='lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
        options="""célibataire|marié(e)|veuf(ve)|divorcé(e)|homme|femme|temps plein|temps partiel|espèces|virement|chèque|par courrier
        |par courriel|j'accepte|étudiant|retraité|nouvelle adhésion|renouvellement|sans objet|voiture|train|mensuel|annuel""",
        names='Jean Dupont|Marie Lefèvre|Paul Martin|Hélène Rey|Équipe A|Nord|Sud|Président|Trésorier|Secrétaire',
        signatures="""Signature|Lieu et date|Signature du demandeur|Date|Signature du représentant légal|Cachet et signature
        |Lu et approuvé""",
        yes='Oui', no='Non', total='Total', other='Autre', office="""Réservé à l'administration|Cadre réservé au service|Ne rien inscrire
        ici""", page='Page'),
    'es': Language(
        captions="""Nombre|Apellidos|Primer apellido|Domicilio|Calle|Número|Código postal|Localidad|Provincia|País|Fecha de nacimiento
        |Lugar de nacimiento|Teléfono|Correo electrónico|Empresa|Profesión|Nacionalidad|DNI/NIE|Pasaporte|Número de cuenta|Titular
        |Importe|Descripción|Cantidad|Precio|Fecha|Hora|Motivo|Observaciones|Firma|Estado civil|Departamento|Cargo|Matrícula|Seguro
        |Cédula|Médico|Centro|Curso|Número de socio|Asociación|Expediente|Horas|Inicio|Fin|Desde|Hasta|Origen|Destino|Parentesco""",
        prose="""el la los las de del y a en un una que para por con no se su sus es son al lo como más este esta o pero ha han ser debe
        usted solicitud persona datos formulario pago declaración documento ley artículo plazo copia original conforme toda deberá
        presente siguiente fecha mediante así según cuando sin sobre entre hasta""",
        sentences="""D./Dña. _ con DNI número _ y domicilio en _ , declara que _|nacido el _ en _|El abajo firmante _ , con pasaporte _ ,
        autoriza a _|En _ , a _ de _ de _|Solicita la inscripción en el curso _ del centro _|He recibido de _ la cantidad de _ euros
        |Mi hijo/a _ de la clase _ puede salir a las _|Entre _ y _ se acuerda lo siguiente|Motivo: _|La reunión del _ comienza a las _
        |en representación de _ en calidad de _|con efectos desde _ hasta _""",
        questions="""Describa lo ocurrido|Motivos de la solicitud|¿Qué medicamentos toma?|¿Tiene alergias?|Otras observaciones
        |¿Por qué desea ser socio?|¿Está asegurado?|Descripción de los daños|¿Cómo nos ha conocido?|Exponga""",
        sections="""Datos personales|Datos del solicitante|1. Datos bancarios|Apartado 2: Empleo|Declaración|Hoja de inscripción
        |Autorización|Liquidación de gastos|Control de asistencia|Parte de accidente""",
        days='lunes|martes|miércoles|jueves|viernes|sábado|domingo',
        options="""soltero/a|casado/a|viudo/a|hombre|mujer|jornada completa|media jornada|efectivo|transferencia|tarjeta|por correo
        |acepto|estudiante|jubilado|alta|renovación|no procede|coche propio|tren|mensual|anual|aéreo|terrestre""",
        names='Juan Pérez|María García|José Núñez|Ana López|Equipo A|Norte|Sur|Presidente|Tesorero|Ida|Regreso|Conexión',
        signatures='Firma|Lugar y fecha|Firma del solicitante|Fecha|Firma del padre, madre o tutor|Sello y firma',
        yes='Sí', no='No', total='Total', other='Otros', office="A rellenar por la administración|Uso interno|No escribir aquí",
        page='Página'),
    'it': Language(
        captions="""Nome|Cognome|Indirizzo|Via|Numero civico|CAP|Comune|Città|Provincia|Paese|Data di nascita|Luogo di nascita|Telefono
        |Cellulare|E-mail|Datore di lavoro|Professione|Cittadinanza|Codice fiscale|Partita IVA|Documento|Conto corrente|Intestatario
        |Importo|Descrizione|Quantità|Prezzo|Data|Ora|Motivo|Note|Firma|Stato civile|Reparto|Qualifica|Targa|Assicurazione|Medico
        |Scuola|Classe|Numero tessera|Associazione|Pratica|Ore|Inizio|Fine|dal|al|Residenza|Grado di parentela|Società""",
        prose="""il la lo i gli le di del della e a in un una che per con non si suo sua è sono al alla da dal come più questo questa o ma
        ha hanno essere deve domanda persona dati modulo pagamento dichiarazione documento legge articolo termine copia originale
        presente seguente sensi entro presso ogni ai nel nella mediante""",
        sentences="""Il/La sottoscritto/a _ nato/a a _ il _ , residente a _ in via _|nato a _ il _|dichiara di essere _ e di aver versato _
        |Luogo e data _, firma _|codice fiscale _ , telefono _|autorizza il/la figlio/a _ della classe _ a uscire alle ore _
        |Tra _ e _ si conviene quanto segue|Ho ricevuto da _ la somma di _ euro|Nome: _|in qualità di _ della società _
        |La riunione del _ inizia alle ore _|chiede di essere iscritto a _ dal _""",
        questions="""Descrivere i fatti|Motivi della richiesta|Quali farmaci assume?|Ha allergie?|Altre osservazioni|Perché desidera
        iscriversi?|È già assicurato?|Descrizione dei danni|Come ci ha conosciuto?|Motivazione""",
        sections="""Dati personali|Dati del richiedente|1. Coordinate bancarie|Sezione 2: Lavoro|Dichiarazione|Modulo di iscrizione|Delega
        |Rimborso spese|Foglio presenze|Denuncia di sinistro""",
        days='lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
        options="""celibe|nubile|coniugato/a|vedovo/a|maschio|femmina|tempo pieno|part time|contanti|bonifico|assegno|per posta
        |via e-mail|acconsento|studente|pensionato|nuovo socio|rinnovo|non pertinente|auto propria|treno|mensile|annuale""",
        names='Mario Rossi|Anna Bianchi|Luca Ferrari|Giulia Conti|Squadra A|Nord|Sud|Presidente|Tesoriere|Segretario',
        signatures='Firma|Luogo e data|Firma del richiedente|Data|Firma del genitore|Timbro e firma|In fede',
        yes='Sì', no='No', total='Totale', other='Altro', office="Riservato all'ufficio|Spazio riservato|Non scrivere", page='Pagina'),
    'pt': Language(
        captions="""Nome|Apelido|Nome completo|Morada|Rua|Número|Código postal|Localidade|Concelho|País|Data de nascimento|Naturalidade
        |Telefone|Telemóvel|E-mail|Entidade patronal|Profissão|Nacionalidade|Cartão de cidadão|NIF|Número de conta|Titular|Valor
        |Descrição|Quantidade|Preço|Data|Hora|Motivo|Observações|Assinatura|Estado civil|Departamento|Cargo|Matrícula|Seguro|Apólice
        |Médico|Escola|Turma|Número de sócio|Associação|Processo|Horas|Início|Fim|De|Até|Parentesco|Validade""",
        prose="""o a os as de do da e em um uma que para por com não se seu sua é são ao à no na dos das como mais este esta ou mas foi ser
        deve pedido pessoa dados formulário pagamento declaração documento lei artigo prazo cópia original presente seguinte termos
        qualquer quando sem sobre entre até""",
        sentences="""Eu, _, residente em _, declaro que _|nascido em _ a _|O abaixo assinado _ , portador do cartão n.º _ , autoriza _
        |vem requerer a V. Ex.ª _ a partir de _|Assinado em _ , aos _ de _ de _|Recebi de _ a quantia de _ euros
        |O meu filho _ da turma _ pode sair às _ horas|Entre _ e _ é acordado o seguinte|Motivo: _|A reunião de _ começa às _
        |na qualidade de _ da empresa _""",
        questions="""Descreva o ocorrido|Fundamentos do pedido|Que medicamentos toma?|Tem alergias?|Outras observações|Porque pretende ser
        sócio?|Já tem seguro?|Descrição dos danos|Como nos conheceu?|Justificação""",
        sections="""Dados pessoais|Identificação do requerente|1. Dados bancários|Secção 2: Emprego|Declaração|Ficha de inscrição
        |Autorização|Boletim de despesas|Folha de presenças|Participação de acidente""",
        days='segunda|terça|quarta|quinta|sexta|sábado|domingo',
        options="""solteiro|casado|viúvo|divorciado|masculino|feminino|tempo inteiro|tempo parcial|numerário|transferência|cheque
        |por correio|aceito|estudante|reformado|novo sócio|renovação|não aplicável|carro próprio|comboio|mensal|anual""",
        names='João Silva|Maria Santos|Inês Costa|Rui Sousa|Equipa A|Norte|Sul|Presidente|Tesoureiro|Secretário',
        signatures='Assinatura|Local e data|Assinatura do requerente|Data|Assinatura do encarregado de educação|Carimbo',
        yes='Sim', no='Não', total='Total', other='Outro', office='A preencher pelos serviços|Uso interno|Reservado aos serviços',
        page='Página'),
    'da': Language(
        captions="""Navn|Fornavn|Efternavn|Adresse|Vej og nummer|Postnummer|By|Land|Fødselsdato|Fødested|CPR-nummer|Telefon|Mobil|E-mail
        |Arbejdsgiver|Stilling|Statsborgerskab|Pasnummer|Kontonummer|Registreringsnummer|Beløb|Beskrivelse|Antal|Pris|Dato|Tidspunkt
        |Årsag|Bemærkninger|Underskrift|Civilstand|Afdeling|Virksomhed|CVR-nummer|Forsikring|Policenummer|Læge|Skole|Klasse
        |Medlemsnummer|Forening|Sagsnummer|Timer|Start|Slut|Fra|Til|Kommune|Pårørende|Værge""",
        prose="""og i at det en den til er som på de med han af for ikke der var et har vi om ved fra men sig kan skal eller hvis denne dette
        din dit deres ansøgning oplysninger blanket betaling erklæring medlem forening dato skriftligt inden efter vedlagt frist kopi
        person ifølge loven samt herunder""",
        sentences="""Jeg, _, bosat i _, erklærer hermed at _|født den _ i _|Undertegnede _ , pasnummer _ , giver fuldmagt til _
        |Mit barn _ går i klasse _ og må gå hjem kl. _|Mellem _ og _ er indgået følgende aftale|Beløbet _ kr. er modtaget den _
        |Sted og dato _ , underskrift _|Begrundelse: _|Mødet den _ begynder kl. _|ansøger om _ fra den _ til den _""",
        questions="""Beskriv hvad der skete|Begrundelse for ansøgningen|Hvilken medicin tager du?|Har du allergier?|Øvrige bemærkninger
        |Hvorfor vil du være medlem?|Er du allerede forsikret?|Beskrivelse af skaden|Hvor har du hørt om os?|Uddyb gerne""",
        sections="""Personlige oplysninger|Ansøgerens oplysninger|1. Bankoplysninger|Del 2: Arbejde|Erklæring|Indmeldelse|Fuldmagt
        |Rejseafregning|Timeseddel|Skadesanmeldelse""",
        days='mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag',
        options="""ugift|gift|skilt|mand|kvinde|fuldtid|deltid|kontant|overførsel|kort|med post|med e-mail|jeg accepterer|studerende
        |pensionist|nyt medlem|fornyelse|ikke relevant|egen bil|tog|månedlig|årlig""",
        names='Jens Hansen|Mette Nielsen|Søren Møller|Kirsten Kjær|Hold A|Nord|Syd|Formand|Kasserer|Sekretær',
        signatures='Underskrift|Sted og dato|Ansøgers underskrift|Dato|Forældres underskrift|Stempel og underskrift',
        yes='Ja', no='Nej', total='I alt', other='Andet', office='Forbeholdt myndigheden|Udfyldes af kommunen|Skriv ikke her',
        page='Side'),
    'no': Language(
        captions="""Navn|Fornavn|Etternavn|Adresse|Gateadresse|Postnummer|Poststed|Land|Fødselsdato|Fødested|Fødselsnummer|Telefon|Mobil
        |E-post|Arbeidsgiver|Yrke|Statsborgerskap|Passnummer|Kontonummer|Beløp|Beskrivelse|Antall|Pris|Dato|Klokkeslett|Årsak
        |Merknader|Underskrift|Sivilstand|Avdeling|Bedrift|Organisasjonsnummer|Forsikring|Polisenummer|Lege|Skole|Klasse
        |Medlemsnummer|Forening|Saksnummer|Timer|Start|Slutt|Fra|Til|Kommune|Pårørende|Foresatte|Stilling|Reiserute""",
        prose="""og i det er på som en å til for av at har med de ikke den han et var om seg fra men kan skal eller hvis denne dette ditt
        din deres søknad opplysninger skjema betaling erklæring medlem forening dato skriftlig innen etter vedlagt frist kopi person
        ifølge loven samt også ble må""",
        sentences="""Jeg, _, bosatt i _, erklærer herved at _|født den _ i _|Undertegnede _ , passnummer _ , gir fullmakt til _
        |Mitt barn _ går i klasse _ og kan gå hjem kl. _|Mellom _ og _ er det inngått følgende avtale|Beløpet _ kr er mottatt den _
        |Sted og dato _ , underskrift _|Begrunnelse: _|Møtet den _ begynner kl. _|søker om _ fra _ til _""",
        questions="""Beskriv hva som skjedde|Begrunnelse for søknaden|Hvilke medisiner bruker du?|Har du allergier?|Andre merknader
        |Hvorfor vil du bli medlem?|Er du allerede forsikret?|Beskrivelse av skaden|Hvordan hørte du om oss?|Utdyp""",
        sections="""Personopplysninger|Opplysninger om søkeren|1. Bankopplysninger|Del 2: Arbeid|Erklæring|Innmelding|Fullmakt
        |Reiseregning|Timeliste|Skademelding""",
        days='mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag',
        options="""ugift|gift|skilt|mann|kvinne|heltid|deltid|kontant|overføring|kort|per post|per e-post|jeg godtar|student|pensjonist
        |nytt medlem|fornyelse|ikke aktuelt|egen bil|tog|månedlig|årlig""",
        names='Ola Nordmann|Kari Hansen|Bjørn Bakke|Åse Lien|Lag A|Nord|Sør|Leder|Kasserer|Sekretær',
        signatures='Underskrift|Sted og dato|Søkerens underskrift|Dato|Foresattes underskrift|Stempel og underskrift',
        yes='Ja', no='Nei', total='Sum', other='Annet', office='Forbeholdt myndigheten|Fylles ut av kommunen|Ikke skriv her', page='Side'),
    'sv': Language(
        captions="""Namn|Förnamn|Efternamn|Adress|Gatuadress|Postnummer|Ort|Postort|Land|Födelsedatum|Födelseort|Personnummer|Telefon
        |Mobil|E-post|Arbetsgivare|Yrke|Medborgarskap|Passnummer|Kontonummer|Clearingnummer|Belopp|Beskrivning|Antal|Pris|Datum
        |Klockslag|Orsak|Anmärkningar|Underskrift|Civilstånd|Avdelning|Företag|Organisationsnummer|Försäkring|Läkare|Skola|Klass
        |Medlemsnummer|Förening|Ärendenummer|Timmar|Start|Slut|Från|Till|Kommun|Anhörig|Vårdnadshavare|Namnförtydligande""",
        prose="""och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när år eller ska
        denna detta din ditt deras ansökan uppgifter blankett betalning intyg medlem förening datum skriftligt inom efter bifogad
        frist kopia person enligt lagen samt även""",
        sentences="""Jag, _, bosatt i _, intygar härmed att _|född den _ i _|Undertecknad _ , passnummer _ , ger fullmakt åt _
        |Mitt barn _ går i klass _ och får gå hem kl. _|Mellan _ och _ har följande avtal träffats|Beloppet _ kr har mottagits den _
        |Ort och datum _ , underskrift _|Motivering: _|Mötet den _ börjar kl. _|ansöker om _ från och med _ till och med _""",
        questions="""Beskriv vad som hände|Skäl för ansökan|Vilka mediciner tar du?|Har du allergier?|Övriga upplysningar|Varför vill du bli
        medlem?|Är du redan försäkrad?|Beskrivning av skadan|Hur hörde du talas om oss?|Motivera""",
        sections="""Personuppgifter|Uppgifter om sökanden|1. Bankuppgifter|Del 2: Arbete|Försäkran|Medlemsansökan|Fullmakt|Reseräkning
        |Tidrapport|Skadeanmälan""",
        days='måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag',
        options="""ogift|gift|skild|man|kvinna|heltid|deltid|kontant|överföring|kort|med post|med e-post|jag godkänner|studerande
        |pensionär|ny medlem|förnyelse|ej aktuellt|egen bil|tåg|per månad|per år""",
        names='Anders Svensson|Karin Åberg|Lars Öström|Eva Lind|Lag A|Norr|Söder|Ordförande|Kassör|Sekreterare',
        signatures='Underskrift|Ort och datum|Sökandens underskrift|Datum|Målsmans underskrift|Namnteckning',
        yes='Ja', no='Nej', total='Summa', other='Annat', office='Myndighetens anteckningar|Fylls i av kommunen|Skriv inte här',
        page='Sida'),
}
