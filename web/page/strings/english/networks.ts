/** The networks to choose from, each explained in two sentences: what it does, and what to expect. */
export const networks = {
  groups: {
    small: 'Small, for minutes of EEG',
    encoders: 'Standard encoders',
    gates: 'Gated transformers, by type of gate',
    others: 'Models for comparison',
    covariance: 'Covariance classifiers, fitted in one step',
  },
  trainedFurther: 'The opened model, trained further',
  recommended: (title: string) => `${title} (recommended)`,
  presets: {
    small_gated: {
      title: 'Small gated model',
      sentences:
        'Learned band-pass filters measure power, and one gated attention block weights moments. It learns rhythms from a few minutes of EEG.',
    },
    small_standard: {
      title: 'Small standard model',
      sentences:
        'The small gated model with an ordinary attention block, without a gate. Compare the two to see what the gate contributes.',
    },
    flatten_gated: {
      title: 'Small gated model that keeps the order of time',
      sentences:
        'For responses at a fixed time after a cue: each moment has its own weights in the last layer. It may use slow waves, including eye movements.',
    },
    patch_gated: {
      title: 'Small patch model',
      sentences:
        'Cuts each window into segments of 32 samples, which two gated attention blocks compare. It has no built-in filters, so it needs more data.',
    },
    conv_gated: {
      title: 'Convolutions and two gated blocks',
      sentences:
        'The small gated model with more filters and more layers. It needs more data and more time.',
    },
    pre_ln: {
      title: 'Encoder, norm first',
      sentences:
        'The usual encoder of today, in which every sample is a token. Its cost grows with the square of the window length.',
    },
    post_ln: {
      title: 'Encoder, norm last',
      sentences:
        'The encoder as first published. It needs a learning rate that starts small and rises.',
    },
    vit1d: {
      title: 'Patches with a class token',
      sentences:
        'Like vision transformers, it splits the window into segments and collects them in a class token. Without built-in knowledge of signals it needs a lot of data.',
    },
    swin1d: {
      title: 'Attention in shifted windows',
      sentences:
        'Each sample attends to its neighbours only, in blocks that are shifted by half a block in every second layer. Its cost grows with the window length, not with its square.',
    },
    patch_channel: {
      title: 'Patches of single channels',
      sentences:
        'Each token is half a second of one channel, so it distinguishes electrodes by name. It is slow with many channels.',
    },
    gate_gru: {
      title: 'GRU gate',
      sentences:
        'Each block decides what to keep and what to replace, like the cell of a gated recurrent unit. It was the best gate in the paper that proposed these gates for EEG.',
    },
    gate_highway: {
      title: 'Highway gate',
      sentences:
        'Each block mixes its input and its output, with weights that add up to one. At the start of training, it passes its input on almost unchanged.',
    },
    gate_input: {
      title: 'Input gate',
      sentences:
        'Each block can attenuate its input before adding to it. This is the simplest gate, without a bias.',
    },
    gate_output: {
      title: 'Output gate',
      sentences:
        'Each block can attenuate what it adds. At the start of training, it adds a quarter of it.',
    },
    gate_sigtanh: {
      title: 'SigTanh gate',
      sentences:
        'The values that a block adds are limited to ±1 and attenuated. No single block can change a token much.',
    },
    gtrxl_compat: {
      title: 'GRU gate as in GTrXL',
      sentences:
        'The GRU gate with a ReLU before it, as in the reinforcement learning model GTrXL. Compare it with the GRU gate to see whether the ReLU matters.',
    },
    band_power: {
      title: 'Band power, logistic regression',
      sentences:
        'Logistic regression on the power of five frequency bands at each electrode. It is a baseline: a network that is not better has learned little.',
    },
    eegnet: {
      title: 'EEGNet',
      sentences:
        'A small convolutional network: filters over time, spatial filters for each, and a separable convolution. It is the usual reference for new models.',
    },
    cnn: {
      title: 'Plain convolution',
      sentences:
        'Ten filters over time and all electrodes, and the highest response of each quarter of a second. The paper that lists this network does not define it, so its details are assumptions.',
    },
    syncnet: {
      title: 'SyncNet',
      sentences:
        'Its filters are damped oscillations whose frequency, phase and strength at each electrode are learned. They can be read directly.',
    },
    bilstm_attn: {
      title: 'Bidirectional LSTM with attention',
      sentences:
        'A recurrent network reads the window forwards and backwards, and attention weights the time points. It is slow, because it reads one sample after the other.',
    },
    eeg_channelnet: {
      title: 'EEG-ChannelNet',
      sentences:
        'A deep convolutional network with several time scales and electrode groups. It was designed for 128 electrodes and cannot read short windows.',
    },
    cram: {
      title: 'CRAM',
      sentences:
        'Convolutions over sliding segments of the window, then an LSTM with attention. It needs windows of more than 256 samples.',
    },
    tangent_space: {
      title: 'Tangent space, logistic regression',
      sentences:
        'Logistic regression on the covariances of the electrodes, relative to their mean. It is often the best method for a few minutes of EEG of one person.',
    },
    fgmdm: {
      title: 'Filtered distance to the mean',
      sentences:
        'Distance to the mean, after filtering along the direction that separates two classes best. It works for two classes only.',
    },
    mdm: {
      title: 'Distance to the mean',
      sentences:
        'Each class is represented by the mean of its covariances, and a window is assigned to the nearest mean. Nothing else is learned, so it needs the least data.',
    },
    csp: {
      title: 'Common spatial patterns',
      sentences:
        'Six mixtures of electrodes whose power differs most between the classes. It is the fastest method, and its patterns can be shown on the head.',
    },
    mesh_cascade_small: {
      title: 'Mesh cascade, small',
      sentences:
        'Arranges the electrodes as an image for every sample, then reads ten images at a time with an LSTM. It was designed for 64 electrodes, and is slow.',
    },
  },
};
